"""HTTP in and out: requests, answers, problem documents. The only floor that knows the wire."""
