"""Faults that are put into the product on purpose, to see that the models find them."""
