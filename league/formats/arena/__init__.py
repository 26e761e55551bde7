"""An arena: come and go for an hour, paired as soon as two wait; its points, its table and its pairing. Pure."""
