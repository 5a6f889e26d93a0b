"""Circuit breakers that all workers share: what is down is left alone, and the work waits where it is safe."""
