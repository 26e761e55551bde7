"""Forms of competitions. The verbs decide; forms only read and explain."""
