"""Messages that leave the site: cards for links, a round as text for a chat, web push, web hooks."""
