"""Who did it to whom, and what did not happen: seen in passives, whatever comes first, and across languages."""

import pytest

from pipeline.duplicates import EventText, score_texts, verdict
from pipeline.duplicates.arrays import NONE
from pipeline.duplicates.denials import SOMETHING
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.roles import DOER, ELSEWHERE, SUFFERER, THERE

# Each line tells of one event and of the one with places changed.
EVENTS = [
    (
        ("de", "Brutus ermordet Cäsar.", "Cäsar ermordet Brutus."),
        ("de", "Cäsar wird von Brutus ermordet.", "Brutus wird von Cäsar ermordet."),
        ("de", "Von Brutus wird Cäsar ermordet.", "Von Cäsar wird Brutus ermordet."),
        ("de", "Brutus hat Cäsar ermordet.", "Cäsar hat Brutus ermordet."),
        ("de", "Ermordung Cäsars durch Brutus.", "Ermordung des Brutus durch Cäsar."),
        ("de", "Cäsar von Brutus ermordet", "Brutus von Cäsar ermordet"),
        ("en", "Brutus murders Caesar.", "Caesar murders Brutus."),
        ("en", "Caesar is murdered by Brutus.", "Brutus is murdered by Caesar."),
        ("en", "Murder of Caesar by Brutus.", "Murder of Brutus by Caesar."),
        ("en", "Caesar dies at the hands of Brutus.", "Brutus dies at the hands of Caesar."),
    ),
    (
        ("de", "Schweden besiegt Russland bei Narva.", "Russland besiegt Schweden bei Narva."),
        ("de", "Bei Narva wird Russland von Schweden besiegt.", "Bei Narva wird Schweden von Russland besiegt."),
        ("de", "Sieg Schwedens über Russland bei Narva.", "Sieg Russlands über Schweden bei Narva."),
        ("de", "Bei Narva besiegt Schweden Russland.", "Bei Narva besiegt Russland Schweden."),
        ("de", "Schweden besiegt bei Narva Russland.", "Russland besiegt bei Narva Schweden."),
        ("de", "Damals besiegt Schweden bei Narva Russland.", "Damals besiegt Russland bei Narva Schweden."),
        ("de", "Niederlage Russlands gegen Schweden bei Narva.", "Niederlage Schwedens gegen Russland bei Narva."),
        ("en", "Sweden defeats Russia at Narva.", "Russia defeats Sweden at Narva."),
        ("en", "Russia is defeated at Narva by Sweden.", "Sweden is defeated at Narva by Russia."),
        ("en", "Sweden's victory over Russia at Narva.", "Russia's victory over Sweden at Narva."),
        ("en", "Victory of Sweden over Russia at Narva.", "Victory of Russia over Sweden at Narva."),
    ),
    (
        ("de", "Der Papst setzt den Kaiser ab.", "Der Kaiser setzt den Papst ab."),
        ("de", "Den Kaiser setzt der Papst ab.", "Den Papst setzt der Kaiser ab."),
        ("de", "Der Kaiser wird vom Papst abgesetzt.", "Der Papst wird vom Kaiser abgesetzt."),
        ("en", "The emperor is deposed by the pope.", "The pope is deposed by the emperor."),
    ),
    (
        ("de", "Schweden gewinnt gegen Russland.", "Russland gewinnt gegen Schweden."),
        ("de", "Gegen Russland gewinnt Schweden.", "Gegen Schweden gewinnt Russland."),
        ("en", "Sweden wins against Russia.", "Russia wins against Sweden."),
    ),
    (
        ("de", "Der Zar erklärt dem Sultan den Krieg.", "Der Sultan erklärt dem Zaren den Krieg."),
        ("de", "Dem Sultan erklärt der Zar den Krieg.", "Dem Zaren erklärt der Sultan den Krieg."),
        ("en", "The Tsar declares war on the Sultan.", "The Sultan declares war on the Tsar."),
    ),
    (
        ("de", "Porsche will Volkswagen kaufen.", "Volkswagen will Porsche kaufen."),
        ("de", "Porsche kauft Volkswagen.", "Volkswagen kauft Porsche."),
    ),
    (
        ("de", "Nadal deklassiert Federer.", "Federer deklassiert Nadal."),
        ("de", "Federer wird von Nadal deklassiert.", "Nadal wird von Federer deklassiert."),
        ("de", "In Paris deklassiert Nadal Federer.", "In Paris deklassiert Federer Nadal."),
        ("de", "Später deklassiert Nadal Federer.", "Später deklassiert Federer Nadal."),
    ),
    (
        ("en", "Germany wins the World Cup in Italy.", "Italy wins the World Cup in Germany."),
        ("de", "Deutschland gewinnt in Italien die Weltmeisterschaft.", "In Deutschland gewinnt Italien die WM."),
        ("de", "In Italien wird Deutschland Weltmeister.", "Italien wird Weltmeister in Deutschland."),
    ),
    (
        ("en", "Germany wins a gold medal in the Soviet Union.", "The Soviet Union wins a gold medal in Germany."),
        ("de", "Deutschland gewinnt in der UdSSR eine Goldmedaille.", "Die UdSSR gewinnt in Deutschland Gold."),
    ),
    (
        ("de", "Im Jahr 1700 besiegt Schweden Russland.", "Im Jahr 1700 besiegt Russland Schweden."),
        ("de", "Schweden besiegt im Jahr 1700 Russland.", "Russland besiegt im Jahr 1700 Schweden."),
    ),
    (
        ("de", "Ende November hat Schweden Russland besiegt.", "Ende November hat Russland Schweden besiegt."),
        ("de", "Schweden hat Ende November Russland besiegt.", "Russland hat Ende November Schweden besiegt."),
    ),
    (("de", "Zum ersten Mal schlägt Schweden Russland.", "Zum ersten Mal schlägt Russland Schweden."),),
    (("de", "1853 erklärt der Zar dem Sultan den Krieg.", "1853 erklärt der Sultan dem Zaren den Krieg."),),
    (("de", "Im Finale deklassiert Rafael Nadal Roger Federer.", "Im Finale deklassiert Roger Federer Rafael Nadal."),),
    (("de", "1870 erklärt Frankreich Preußen den Krieg.", "1870 erklärt Preußen Frankreich den Krieg."),),
]
TOLD = [(one, other) for event in EVENTS for one in event for other in event]


def swapped(one: tuple[str, str], other: tuple[str, str]) -> bool:
    found = score_texts(EventText(one[1], one[0]), EventText(other[1], other[0]))
    is_swapped = bool(found.features.get("role_swap"))
    assert (verdict(found, None, None) == "uncertain") or not is_swapped
    return is_swapped


@pytest.mark.parametrize(("one", "other"), TOLD)
def test_changed_places_are_seen_however_they_are_told(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assert swapped((one[0], one[1]), (other[0], other[2]))
    assert not swapped((one[0], one[1]), (other[0], other[1]))


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "Cleopatra meets Caesar in Egypt.", "Caesar meets Cleopatra in Egypt."),
        ("de", "Kleopatra trifft Cäsar in Ägypten.", "Cäsar trifft Kleopatra in Ägypten."),
        ("de", "Isabella heiratet Ferdinand von Aragon.", "Ferdinand von Aragon heiratet Isabella."),
        ("en", "France signs a treaty with Spain.", "Spain signs a treaty with France."),
        ("de", "Marx und Engels veröffentlichen ein Manifest.", "Engels und Marx veröffentlichen ein Manifest."),
        ("de", "Larry Page und Sergey Brin gründen Google.", "Sergey Brin und Larry Page gründen Google."),
        ("de", "Larry Page und Sergey Brin gründen Google.", "Google wird von Sergey Brin und Larry Page gegründet."),
        ("de", "Lindbergh fliegt von New York nach Paris.", "Von New York nach Paris fliegt Lindbergh."),
        ("de", "Napoleon reist durch Russland.", "Reise Napoleons durch Russland."),
        ("de", "Die Niederlande werden unabhängig von Spanien.", "Unabhängigkeit der Niederlande von Spanien."),
        ("de", "Als erster Deutscher gewinnt Boris Becker.", "Boris Becker gewinnt als erster Deutscher."),
        ("de", "Karl Martell schlägt die Araber bei Tours.", "Bei Tours und Poitiers schlägt Karl Martell die Araber."),
        ("de", "In Moskau besucht Nixon Breschnew.", "Nixon besucht Breschnew in Moskau."),
        ("de", "In Wimbledon gewinnt Boris Becker.", "Boris Becker gewinnt in Wimbledon."),
        ("de", "1866 siegt bei Bad Kissingen Preußen.", "Preußen siegt 1866 bei Bad Kissingen."),
        ("de", "Damals gründen Page und Brin Google.", "Google wird damals von Brin und Page gegründet."),
        ("de", "Im Mai besucht Kaiser Wilhelm Jerusalem.", "Jerusalem wird im Mai von Kaiser Wilhelm besucht."),
        ("de", "Hoch in den Anden bauen die Inka Machu Picchu.", "Die Inka bauen hoch in den Anden Machu Picchu."),
        ("en", "The Inca build Machu Picchu high in the Andes.", "The Inca build Machu Picchu in the Andes."),
        ("de", "Paris erlebt den Sturm auf die Bastille.", "Die Bastille in Paris wird gestürmt."),
        (
            "de",
            "In Dallas erschießt Lee Oswald John Kennedy.",
            "John Kennedy wird in Dallas von Lee Oswald erschossen.",
        ),
        ("de", "1492 entdeckt Kolumbus im Auftrag von Spanien Amerika.", "Kolumbus entdeckt Amerika für Spanien."),
        ("de", "Im Jahr 800 krönt Papst Leo Karl den Großen.", "Karl der Große wird von Papst Leo gekrönt."),
        ("en", "Oswald, a former marine, shoots Kennedy.", "Kennedy was shot by Oswald."),
        ("en", "Carthage falls to Rome.", "Rome conquers Carthage."),
    ],
)
def test_another_order_of_words_is_no_change_of_places(language: str, first: str, second: str) -> None:
    assert not swapped((language, first), (language, second))


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("de", "Cäsar wird in Rom von Brutus ermordet.", {"Cäsar": SUFFERER, "Rom": THERE, "Brutus": DOER}),
        ("de", "Den König von England besiegt der Herzog.", {"König": SUFFERER, "Herzog": DOER}),
        ("de", "Vor Helgoland besiegt Österreich die Dänen.", {"Österreich": DOER, "Dänen": 5}),
        ("de", "Im Mai besiegt Cäsar Brutus bei Zama.", {"Cäsar": DOER, "Brutus": 4, "Zama": THERE}),
        ("de", "Rom besiegt bei Zama Karthago mit Numidien.", {"Zama": THERE, "Karthago": 4, "Numidien": ELSEWHERE}),
        ("de", "In Worms bannt der Papst Heinrich.", {"Papst": DOER, "Heinrich": 5}),
        ("de", "1985 schlägt Boris Becker Kevin Curren.", {"Boris": DOER, "Becker": DOER, "Kevin": 4, "Curren": 5}),
        ("de", "1985 schlägt Boris Becker den Iren.", {"Boris": DOER, "Becker": DOER, "Iren": SUFFERER}),
        ("en", "Caesar is murdered in Rome by Brutus.", {"Caesar": SUFFERER, "Rome": THERE, "Brutus": DOER}),
        ("en", "Caesar is murdered, says Brutus.", {"Caesar": SUFFERER, "Brutus": 4}),
        ("fr", "César est assassiné par Brutus.", {"César": 0, "Brutus": 4}),
    ],
)
def test_the_places_of_a_plain_sentence(language: str, text: str, parts: dict[str, int]) -> None:
    read = normalise(text, language)
    found = {word.text: place for word, place in zip(read.told, read.order, strict=True)}
    assert {name: found[name] for name in parts} == parts


@pytest.mark.parametrize(
    ("languages", "first", "second"),
    [
        ("enen", "Norway does not join the EC", "Norway joins the EC"),
        ("dede", "Norwegen tritt der EG nicht bei", "Norwegen tritt der EG bei"),
        ("enen", "The Senate doesn't ratify the Treaty of Versailles", "The Senate ratifies the Treaty of Versailles"),
        ("enen", "The Titanic never reaches New York", "The Titanic reaches New York"),
        ("dede", "Der Kaiser dankt nicht ab", "Der Kaiser dankt ab"),
        ("dede", "Weder Frankreich noch England erklären den Krieg", "Frankreich und England erklären den Krieg"),
        ("deen", "Die Schweiz wird nicht Mitglied der UNO", "Switzerland becomes a member of the UN"),
        ("enen", "The expedition fails to reach the South Pole", "The expedition reaches the South Pole"),
        ("enen", "The expedition tries in vain to reach the South Pole", "The expedition reaches the South Pole"),
        ("enen", "The expedition is unable to reach the South Pole", "The expedition reaches the South Pole"),
        ("enen", "Scott almost reaches the South Pole", "Scott reaches the South Pole"),
        ("dede", "Scott erreicht beinahe den Südpol", "Scott erreicht den Südpol"),
        ("dede", "Fast erreicht Scott den Südpol", "Scott erreicht den Südpol"),
        ("dede", "Scott scheitert beim Versuch, den Südpol zu erreichen", "Scott erreicht den Südpol"),
        ("dede", "Scott versucht vergeblich, den Südpol zu erreichen", "Scott erreicht den Südpol"),
        ("dede", "Napoleon scheitert bei der Eroberung Russlands", "Napoleon erobert Russland"),
        ("enen", "The king refuses to sign the treaty", "The king signs the treaty"),
        ("enen", "The king's refusal to sign the treaty", "The king signs the treaty"),
        ("deen", "Der König weigert sich, den Vertrag zu unterzeichnen", "The king signs the treaty"),
        ("dede", "Der König verweigert die Unterschrift unter den Vertrag", "Der König unterzeichnet den Vertrag"),
        ("enen", "Norway declines to join the European Union", "Norway joins the European Union"),
        ("dede", "Norwegen weigert sich, der EU beizutreten", "Norwegen tritt der EU bei"),
        ("dede", "England lehnt den Beitritt zur EU ab", "England tritt der EU bei"),
        ("dede", "England lehnt erneut den Beitritt zur EU ab", "England tritt der EU bei"),
        ("dede", "Norwegen lehnt den EU-Beitritt ab", "Norwegen tritt der EU bei"),
        ("dede", "Luther verweigert in Worms den Widerruf", "Luther widerruft in Worms"),
        ("dede", "Scott hätte beinahe den Südpol erreicht", "Scott erreicht den Südpol"),
        ("dede", "Napoleon erobert fast Zürich", "Napoleon erobert Zürich"),
        ("enen", "Guards prevent the murder of King Charles in Paris", "Murder of King Charles in Paris"),
        ("dede", "Wachen verhindern die Ermordung König Karls in Paris", "Ermordung König Karls in Paris"),
        ("dede", "Wachen können die Ermordung König Karls in Paris verhindern", "Ermordung König Karls in Paris"),
    ],
)
def test_what_did_not_happen_is_left_to_people(languages: str, first: str, second: str) -> None:
    found = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:]))
    assert found.features["negation"] == 1
    assert verdict(found, None, None) == "uncertain"


@pytest.mark.parametrize(
    ("languages", "first", "second"),
    [
        ("enen", "Norway does not join the EC", "Norway never joins the EC"),
        ("enen", "Messner climbs Everest without oxygen", "Messner climbs Everest"),
        ("dede", "Lindbergh fliegt ohne Zwischenlandung über den Atlantik", "Lindbergh fliegt über den Atlantik"),
        ("deen", "Alcock und Brown fliegen ohne Halt", "Alcock and Brown fly non-stop"),
        ("deen", "Pluto ist kein Planet mehr.", "Pluto is no longer a planet."),
        ("enen", "Almost 100 ships reach Troy", "100 ships reach Troy"),
        ("dede", "Fast 100 Schiffe erreichen Troja", "100 Schiffe erreichen Troja"),
        ("dede", "Das Feuer zerstört fast die ganze Stadt", "Das Feuer zerstört die Stadt"),
        ("dede", "Die Pest tötet fast alle Einwohner", "Die Pest tötet alle Einwohner"),
        ("dede", "Der König lehnt die Krone ab und gründet eine Republik", "Der König gründet eine Republik"),
        ("enen", "A fast ship crosses the Atlantic", "A ship crosses the Atlantic"),
        ("enen", "The expedition never fails to reach the South Pole", "The expedition reaches the South Pole"),
        ("enen", "The first attempt to climb Everest fails", "A first attempt to climb Mount Everest fails"),
        (
            "dede",
            "Die erste Besteigung des Everest scheitert",
            "Der erste Versuch, den Everest zu besteigen, scheitert",
        ),
        ("enen", "The Armada fails to conquer England", "The Armada's attempt to conquer England fails"),
        ("enen", "The Armada fails to conquer England", "The Armada does not conquer England"),
        ("enen", "Rosa Parks refuses to give up her seat", "Rosa Parks will not give up her seat"),
        ("dede", "Der Anschlag auf Hitler scheitert", "Anschlag auf Hitler"),
    ],
)
def test_what_both_deny_or_one_adds_denies_nothing(languages: str, first: str, second: str) -> None:
    found = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:]))
    assert found.features["negation"] == 0
    assert verdict(found, None, None) == "duplicate"


@pytest.mark.parametrize(
    ("language", "text", "denied"),
    [
        ("en", "The coup fails to topple the king", "topple"),
        ("en", "The coup fails due to strikes", SOMETHING),
        ("en", "The coup fails", SOMETHING),
        ("en", "Bread becomes dearer, and the population declines to 5 million", NONE),
        ("en", "Nearly three hundred ships sink", NONE),
        ("en", "Three hundred ships nearly sink", "sink"),
        ("de", "Das Heer scheitert bei der Belagerung Wiens", "Belagerung"),
        ("de", "Das Heer scheitert an Wien", SOMETHING),
        ("de", "Das Heer belagert fast ganz Europa", NONE),
        ("de", "Das Heer belagert fast hundert Städte", NONE),
        ("de", "Der Kaiser versäumt es, den Rhein zu überqueren", "überqueren"),
    ],
)
def test_which_deed_is_denied(language: str, text: str, denied: str | int) -> None:
    read = normalise(text, language)
    assert denied == (read.told[read.denied].text if read.denied >= 0 else read.denied)
