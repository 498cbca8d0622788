"""Who reads conversations: rules that need nothing, or a language model where a key is configured."""
