"""What leaves the site: cards drawn for links, a round as text for a chat, web push, web hooks."""
