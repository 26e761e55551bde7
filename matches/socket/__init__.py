"""The WebSocket of a match: the consumer and its addresses."""
