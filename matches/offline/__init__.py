"""A match without a server: the host that plays it in the browser, under Pyodide. Knows no Django."""
