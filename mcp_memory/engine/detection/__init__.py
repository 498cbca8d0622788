"""What in a turn is worth keeping, and of what kind, told by general rules of English and Chinese, without a model."""
