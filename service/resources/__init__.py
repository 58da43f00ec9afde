"""The endpoints, a module a resource. Each is thin: read the request, ask the handler, answer what the caller may see."""
