"""Parses dates as people write them. If the day and month cannot be told apart, the day comes first, as in India, and a note
says so."""

import re
from datetime import datetime

from .figures import LONGEST

_MONTHS = {
    name[:3]: number
    for number, name in enumerate(
        'january february march april may june july august september october november december'.split(), 1
    )
}
_TIME = (
    r'(?:[T ,]+(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<part>\d{1,9}))?)?\s*'
    r'(?P<half>[ap]\.?m\.?)?\s*(?P<zone>Z|UTC|GMT|IST|[+-]\d\d:?\d\d)?)?'
)
_ISO = re.compile(rf'(?P<y>\d{{4}})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}}){_TIME}', re.I)
_NUMERIC = re.compile(rf'(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s)(?P<y>\d{{4}}|\d\d){_TIME}', re.I)
_NAMED = re.compile(
    rf'(?:[a-z]{{3,9}},? )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[-/ .]+(?P<mon>[a-z]{{3,9}})\.?[-/ ,.\']+(?P<y>\d{{4}}|\d\d){_TIME}', re.I
)
_NAMED_FIRST = re.compile(rf'(?P<mon>[a-z]{{3,9}})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}}){_TIME}', re.I)


class Moment:
    """The parts of a date. `order` is 'iso', 'named' or 'numeric'; in the latter, the first two numbers may be day and month
    in either order."""

    __slots__ = ('order', 'first', 'second', 'year', 'short_year', 'clock', 'zone')


def read(text):
    """Parses a Moment; returns None if the text is not a date."""
    text = text.strip()
    if len(text) > LONGEST:
        return None
    for order, form in (('iso', _ISO), ('numeric', _NUMERIC), ('named', _NAMED), ('named', _NAMED_FIRST)):
        found = form.fullmatch(text)
        if found is None:
            continue
        moment = Moment()
        moment.order = order
        year = found['y']
        moment.short_year = len(year) == 2
        # Two-digit years follow the POSIX rule.
        moment.year = int(year) + (0 if not moment.short_year else 1900 if int(year) > 68 else 2000)
        if order == 'numeric':
            moment.first, moment.second = int(found['a']), int(found['b'])
        else:
            month = int(found['m']) if order == 'iso' else _month(found['mon'])
            if month is None:
                return None
            moment.first, moment.second = int(found['d']), month
        moment.clock, moment.zone = _clock(found), (found['zone'] or '').upper()
        return moment if moment.clock is not None else None
    return None


def _month(word):
    number = _MONTHS.get(word[:3].lower())
    full = 'january february march april may june july august september october november december sept'.split()
    return number if number and any(name.startswith(word.lower()) for name in full) else None


def _clock(found):
    if found['hour'] is None:
        return (0, 0, 0, 0)
    hour = int(found['hour'])
    if found['half']:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found['half'][0].lower() == 'p' else 0)
    part = int((found['part'] or '0').ljust(6, '0')[:6])
    return (hour, int(found['minute']), int(found['second'] or 0), part)


def has_clock(moment):
    return moment.clock != (0, 0, 0, 0)


def value_of(moment, day_first):
    """Returns a datetime without a time zone, or None if there is no such day."""
    swap = moment.order == 'numeric' and not day_first
    day, month = (moment.second, moment.first) if swap else (moment.first, moment.second)
    try:
        return datetime(moment.year, month, day, *moment.clock)
    except ValueError:
        return None
