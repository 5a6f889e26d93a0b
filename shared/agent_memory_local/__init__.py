"""The local stack: runs the SAM application of `template.yaml` on one machine, without Docker and without AWS.

One word per concept: a *function* is a Lambda function of the template, an *environment* is one process that runs
it, a *poller* feeds a queue to a function, and the *stack* is everything together. Never shipped to Lambda.
"""
