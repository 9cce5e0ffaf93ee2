"""Memory exercises: what lies in the oven?"""
