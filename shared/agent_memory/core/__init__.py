"""The rules everything else stands on. No I/O, no third-party driver, no clock but the one handed in."""
