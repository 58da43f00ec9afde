"""What of a game is hidden from somebody, by the fields of the state that hold it. Parts do not share cards."""

PARTS = {
    "glory cards": ("glory", "seats.glory", "seats.announced"),
    "cargo": ("cargo", "seats.cargo", "seats.offer", "seats.lot"),
    "rumors": ("rumor", "seats.rumors"),
    "gold": ("seats.gold", "seats.stash"),
    "event deck": ("event_deck",),
    "mission deck": ("mission",),
    "captains": ("captains", "seats.captain", "seats.ship"),
    "demand tokens": ("demand_pool",),
    "merchant tokens": ("merchants", "merchant_track"),
    "modification tokens": ("modifications", "face_up", "seats.returning"),
}
