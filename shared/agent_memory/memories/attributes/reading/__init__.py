"""How the values inside statements are read: numbers, dates, places and known words, Chinese and English alike.

Pure functions over text that `text.read_form` has prepared. Attributes compare values with them, and the
discriminators of extraction compare whole statements with them, so both agree on what is the same value.
"""
