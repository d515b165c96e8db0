"""What the world outside says of cards: sources that can be asked, dates of Wikidata, lists of other publishers.

Import its modules: the lists take long to load, since texts are compared.
"""
