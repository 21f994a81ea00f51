"""How the tiny attacker is trained; see README.md. No part of the package."""
