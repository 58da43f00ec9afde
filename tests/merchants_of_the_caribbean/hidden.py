"""What of a game is hidden from somebody, by the fields of the state that hold it."""

PARTS = {"draw deck and coins": ("deck", "drawn", "seats.coins")}
