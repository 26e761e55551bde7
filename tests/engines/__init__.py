"""Tests of the engines: scenarios, properties of every game, the service, sheets, bots, the toy game."""
