"""The players of Mamma Mia!: what they know, how they judge, and how the best of them thinks ahead."""
