"""The Chinese lunar calendar and the solar terms, as data."""

from __future__ import annotations

from datetime import date, timedelta

# year : month and day of the new year : leap month (0 = none) : one digit a month, 1 = 30 days, 0 = 29 days.
# The leap month follows the month it repeats. Checked against the published spring, dragon-boat and mid-autumn days.
_YEARS = """
    1950:0217:0:011011001010 1951:0206:0:101101010101 1952:0127:5:0101010110101
    1953:0214:0:010011011010 1954:0203:0:101001011101 1955:0124:3:0101001010111
    1956:0212:0:010100101011 1957:0131:8:1010100101010 1958:0218:0:111010010101
    1959:0208:0:011010101010 1960:0128:6:1010110101010 1961:0215:0:101010110101
    1962:0205:0:010010110110 1963:0125:4:1010010101110 1964:0213:0:101001010111
    1965:0202:0:010100100110 1966:0121:3:1110100100110 1967:0209:0:110110010101
    1968:0130:7:0101101010101 1969:0217:0:010101101010 1970:0206:0:100101101101
    1971:0127:5:0100101011101 1972:0215:0:010010101101 1973:0203:0:101001001101
    1974:0123:4:1101001001101 1975:0211:0:110100100101 1976:0131:8:1101010100101
    1977:0218:0:101101010100 1978:0207:0:101101011010 1979:0128:6:1001011011010
    1980:0216:0:100101011011 1981:0205:0:010010011011 1982:0125:4:1010010010111
    1983:0213:0:101001001011 1984:0202:10:1011001001011 1985:0220:0:011010100101
    1986:0209:0:011011010100 1987:0129:6:1010110110100 1988:0217:0:101010110110
    1989:0206:0:100101010111 1990:0127:5:0100100101111 1991:0215:0:010010010111
    1992:0204:0:011001001011 1993:0123:3:0110101001010 1994:0210:0:111010100101
    1995:0131:8:0110101100101 1996:0219:0:010110101100 1997:0207:0:101010110110
    1998:0128:5:1001001101101 1999:0216:0:100100101110 2000:0205:0:110010010110
    2001:0124:4:1101010010101 2002:0212:0:110101001010 2003:0201:0:110110100101
    2004:0122:2:0101101010101 2005:0209:0:010101101010 2006:0129:7:1010101011011
    2007:0218:0:001001011101 2008:0207:0:100100101101 2009:0126:5:1100100101011
    2010:0214:0:101010010101 2011:0203:0:101101001010 2012:0123:4:1011010101010
    2013:0210:0:101011010101 2014:0131:9:0101010110101 2015:0219:0:010010111010
    2016:0208:0:101001011011 2017:0128:6:0101001010111 2018:0216:0:010100101011
    2019:0205:0:101010010011 2020:0125:4:0111010010101 2021:0212:0:011010101010
    2022:0201:0:101011010101 2023:0122:2:0100110110101 2024:0210:0:010010110110
    2025:0129:6:1010010101110 2026:0217:0:101001001110 2027:0206:0:110100100110
    2028:0126:5:1110100100110 2029:0213:0:110101010011 2030:0203:0:010110101010
    2031:0123:3:0110101101010 2032:0211:0:100101101101 2033:0131:11:0100101011101
    2034:0219:0:010010101101 2035:0208:0:101001001101 2036:0128:6:1101001001011
    2037:0215:0:110100100101 2038:0204:0:110101010010 2039:0124:5:1101101010100
    2040:0212:0:101101011010 2041:0201:0:010101101101 2042:0122:2:0100101011011
    2043:0210:0:010010011011 2044:0130:7:1010010010111 2045:0217:0:101001001011
    2046:0206:0:101010100101 2047:0126:5:1011010100101 2048:0214:0:011011010010
    2049:0202:0:101011011010 2050:0123:3:0101010110110
"""

_TABLE: dict[int, tuple[date, int, str]] = {
    int(year): (date(int(year), int(day[:2]), int(day[2:])), int(leap), lengths)
    for year, day, leap, lengths in (row.split(":") for row in _YEARS.split())
}

# Constant C of the formula day = floor(Y * 0.2422 + C) - floor(Y / 4), Y = year mod 100, for 2000-2099.
_TERMS: dict[str, tuple[int, float]] = {
    "小寒": (1, 5.4055), "大寒": (1, 20.12), "立春": (2, 3.87), "雨水": (2, 18.73), "惊蛰": (3, 5.63), "春分": (3, 20.646),
    "清明": (4, 4.81), "谷雨": (4, 20.1), "立夏": (5, 5.52), "小满": (5, 21.04), "芒种": (6, 5.678), "夏至": (6, 21.37),
    "小暑": (7, 7.108), "大暑": (7, 22.83), "立秋": (8, 7.5), "处暑": (8, 23.13), "白露": (9, 7.646), "秋分": (9, 23.042),
    "寒露": (10, 8.318), "霜降": (10, 23.438), "立冬": (11, 7.438), "小雪": (11, 22.36), "大雪": (12, 7.18), "冬至": (12, 21.94),
}  # fmt: skip

# Years in which the formula is a day off.
_OFF: dict[tuple[str, int], int] = {
    ("小满", 2008): 1, ("小暑", 2016): 1, ("立秋", 2002): 1, ("小寒", 2019): -1, ("冬至", 2021): -1, ("雨水", 2026): -1,
    ("大寒", 2082): 1, ("春分", 2084): 1, ("秋分", 2089): 1, ("霜降", 2089): 1, ("立冬", 2089): 1,
}  # fmt: skip

SOLAR_TERMS = tuple(_TERMS)


def lunar_day(year: int, month: int, day: int, *, leap: bool = False) -> date | None:
    """The date of a day of the lunar year `year`; None outside the table or when the year has no such leap month."""
    period = lunar_month(year, month, leap=leap)
    if period is None or not 1 <= day <= 30:
        return None
    found = period[0] + timedelta(days=day - 1)
    return found if found <= period[1] else None


def lunar_month(year: int, month: int, *, leap: bool = False) -> tuple[date, date] | None:
    """First and last day of a lunar month, or None when the table does not have it."""
    if year not in _TABLE or not 1 <= month <= 12:
        return None
    start, leap_month, lengths = _TABLE[year]
    if leap and month != leap_month:
        return None
    index = month - 1 + (1 if leap or 0 < leap_month < month else 0)
    first = start + timedelta(days=sum(29 + int(length) for length in lengths[:index]))
    return first, first + timedelta(days=28 + int(lengths[index]))


def new_years_eve(year: int) -> date | None:
    """The last day of the lunar year *before* the spring festival of `year`."""
    spring = lunar_day(year, 1, 1)
    return spring - timedelta(days=1) if spring else None


def solar_term(name: str, year: int) -> date | None:
    """The day of one of the 24 solar terms; the formula holds from 2000 to 2099."""
    if name not in _TERMS or not 2000 <= year <= 2099:
        return None
    month, constant = _TERMS[name]
    short = year % 100
    leaps = (short - 1) // 4 if month <= 2 else short // 4
    return date(year, month, int(short * 0.2422 + constant) - leaps + _OFF.get((name, year), 0))
