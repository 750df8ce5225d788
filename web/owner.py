"""Who may set the table: a browser that has shown the owner's code, for a while and as long as that code holds."""

from flask import Response, request
from itsdangerous import BadSignature, TimestampSigner

from companion.table.journal import NotSaved
from web.site import site

COOKIE = "citychase-owner"
AN_EVENING_S = 12 * 3600
_OWNER = "owner"


def is_owner() -> bool:
    """Tell whether this browser has shown the code that holds now. Raises NotSaved."""
    try:
        return _signer().unsign(request.cookies.get(COOKIE, ""), max_age=AN_EVENING_S) == _OWNER.encode()
    except BadSignature:
        return False


def may_set() -> bool:
    """Tell the same to a page, which opens also where nobody can be let in."""
    try:
        return is_owner()
    except NotSaved:
        return False


def let_in(response: Response) -> None:
    """Give a browser the owner's cookie. Raises NotSaved."""
    value = _signer().sign(_OWNER).decode()
    response.set_cookie(COOKIE, value, max_age=AN_EVENING_S, httponly=True, samesite="Strict", path="/")


def lock_again(response: Response) -> None:
    """Take the owner's cookie away."""
    response.delete_cookie(COOKIE, httponly=True, samesite="Strict", path="/")


def _signer() -> TimestampSigner:
    # With another code the signature is another, so that a cookie ends with the code it was given for.
    return TimestampSigner(site().key, salt=f"citychase owner {site().office.code()}")
