"""The fields of the state that may be hidden from a viewer. Parts do not share cards."""

PARTS = {
    "Quests": ("quest_deck", "seats.quests", "seats.dealt", "jordan.quests"),
    "cards of the sea and Tier II": ("sea", "tier_two", "value_tiles"),
    "Jordan's deck": ("jordan.deck",),
}
