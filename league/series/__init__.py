"""Series: several evenings or cups in one order of merit. The maths are ``league.standings.merit``."""
