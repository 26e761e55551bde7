"""Pages of brackets: the bracket, its picture, and the sections of a big one."""
