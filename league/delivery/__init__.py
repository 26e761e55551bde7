"""Everything that leaves the site: cards for links, a round as text for a chat, web push, web hooks."""
