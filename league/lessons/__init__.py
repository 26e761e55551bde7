"""Lessons: positions with text and questions, made by a teacher or organiser, shared by link, solved by a class."""
