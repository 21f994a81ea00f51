"""The routes of the studio, by resource; ``/api`` stands before all of them."""
