"""The proof of the ladder of levels: arena runs, an Elo table and the document that shows them."""
