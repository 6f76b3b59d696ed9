"""A game between two levels of the computer, and what Red believed before its last move."""

import sys

import flagfall

budget = 1 if "--short" in sys.argv else 100
game = flagfall.Game("duel", seed=5, draw="people", ply_limit=40 if budget == 1 else 0)
players = {"red": flagfall.Computer("level:7", 1), "blue": flagfall.Computer("level:3", 2)}
belief = game.belief("red")
while (seat := game.turn):
    if seat == "red":
        belief = game.belief("red")
    game.move(game.computer_move(players[seat], budget))
square = belief[:, 12].argmax()
print(game.record())
print(f"Red thought the flag on {'abcdefghik'[square % 10]}{square // 10 + 1} "
      f"({belief[square, 12]:.0%})")
