"""A state machine over competitions: what people do in any order, and a plain model of what must be true after it."""
