"""Pages of competitions: views, what they read, their forms, and the registries that upper apps fill."""
