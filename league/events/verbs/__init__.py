"""What people do with an event: each verb is one transaction and safe to repeat."""
