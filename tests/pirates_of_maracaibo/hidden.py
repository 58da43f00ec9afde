"""What of a game is hidden from somebody, by the fields of the state that hold it. Parts do not share cards."""

PARTS = {
    "Quests": ("quest_deck", "seats.quests", "seats.dealt", "jordan.quests"),
    "cards of the sea and Tier II": ("sea", "tier_two", "value_tiles"),
    "Jordan's deck": ("jordan.deck",),
}
