"""Values of the games as a page needs them: everything is worked out here, a template only sets it."""
