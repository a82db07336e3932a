# Generated from the OpenAPI documents by scripts/client-types.ts. Do not edit.
"""An exception for each problem that the API reports."""

from .errors import ProblemError


class MalformedRequest(ProblemError):
    """400: Request not understood."""

    code = "malformed-request"


class MalformedBody(ProblemError):
    """400: Body could not be read."""

    code = "malformed-body"


class Unauthenticated(ProblemError):
    """401: No valid API key."""

    code = "unauthenticated"


class SenderRefused(ProblemError):
    """401: Sender not recognised."""

    code = "sender-refused"


class ScopeMissing(ProblemError):
    """403: Scope missing."""

    code = "scope-missing"


class CsrfRefused(ProblemError):
    """403: Request not made by this site."""

    code = "csrf-refused"


class ModelNotAllowed(ProblemError):
    """403: Model not allowed."""

    code = "model-not-allowed"


class SecondPersonNeeded(ProblemError):
    """403: Another person has to do this."""

    code = "second-person-needed"


class RoleMissing(ProblemError):
    """403: Role missing."""

    code = "role-missing"


class AnotherPersonNeeded(ProblemError):
    """403: Somebody else has to decide."""

    code = "another-person-needed"


class NotFound(ProblemError):
    """404: Not found."""

    code = "not-found"


class MethodNotAllowed(ProblemError):
    """405: Method not allowed."""

    code = "method-not-allowed"


class RequestTimeout(ProblemError):
    """408: Request arrived too slowly."""

    code = "request-timeout"


class IdempotencyInFlight(ProblemError):
    """409: First request still in progress."""

    code = "idempotency-in-flight"


class RunNotEnded(ProblemError):
    """409: The run has not ended."""

    code = "run-not-ended"


class AnsweredOtherwise(ProblemError):
    """409: Already answered differently."""

    code = "answered-otherwise"


class SandboxEnded(ProblemError):
    """409: Sandbox has ended."""

    code = "sandbox-ended"


class NotSuspended(ProblemError):
    """409: Not suspended."""

    code = "not-suspended"


class AlreadyRotated(ProblemError):
    """409: Key already replaced."""

    code = "already-rotated"


class ConnectorTaken(ProblemError):
    """409: Another connector serves this."""

    code = "connector-taken"


class RecordInUse(ProblemError):
    """409: Other records refer to it."""

    code = "record-in-use"


class PayoutNotQueued(ProblemError):
    """409: Payout is not queued."""

    code = "payout-not-queued"


class ReviewClaimed(ProblemError):
    """409: Claimed by somebody else."""

    code = "review-claimed"


class ReviewClosed(ProblemError):
    """409: Review is closed."""

    code = "review-closed"


class ReviewImpossible(ProblemError):
    """409: Decision cannot take effect."""

    code = "review-impossible"


class AmountChanged(ProblemError):
    """409: Amount has changed."""

    code = "amount-changed"


class RuleSetState(ProblemError):
    """409: Version is in another state."""

    code = "rule-set-state"


class BoundsNotMet(ProblemError):
    """409: Bounds not met."""

    code = "bounds-not-met"


class NotSentBack(ProblemError):
    """409: Case was not sent back."""

    code = "not-sent-back"


class PersonExists(ProblemError):
    """409: Person already exists."""

    code = "person-exists"


class WebhookDisabled(ProblemError):
    """409: Webhook disabled."""

    code = "webhook-disabled"


class WebhookLimit(ProblemError):
    """409: Too many webhooks."""

    code = "webhook-limit"


class PageNotMaskable(ProblemError):
    """409: Page cannot be masked."""

    code = "page-not-maskable"


class DocumentErased(ProblemError):
    """410: Document erased."""

    code = "document-erased"


class RunEnded(ProblemError):
    """410: The run has ended."""

    code = "run-ended"


class BodyTooLarge(ProblemError):
    """413: Body too large."""

    code = "body-too-large"


class UnsupportedMediaType(ProblemError):
    """415: Media type not supported."""

    code = "unsupported-media-type"


class ExpectationFailed(ProblemError):
    """417: Expectation not met."""

    code = "expectation-failed"


class InvalidRequest(ProblemError):
    """422: Invalid request."""

    code = "invalid-request"


class ImportRefused(ProblemError):
    """422: Nothing was imported."""

    code = "import-refused"


class IdempotencyKeyReused(ProblemError):
    """422: Idempotency key already used."""

    code = "idempotency-key-reused"


class Suspended(ProblemError):
    """423: Suspended."""

    code = "suspended"


class RateLimited(ProblemError):
    """429: Too many requests."""

    code = "rate-limited"


class HeadersTooLarge(ProblemError):
    """431: Header fields too large."""

    code = "headers-too-large"


class Internal(ProblemError):
    """500: Internal error."""

    code = "internal"


class NoModelProvider(ProblemError):
    """501: No model provider."""

    code = "no-model-provider"


class NoIdentityProvider(ProblemError):
    """501: No identity provider."""

    code = "no-identity-provider"


class LedgerBroken(ProblemError):
    """500: Ledger does not match its checkpoint."""

    code = "ledger-broken"


class ModelFailed(ProblemError):
    """502: The model provider refused."""

    code = "model-failed"


class SandboxesBusy(ProblemError):
    """503: All sandboxes are in use."""

    code = "sandboxes-busy"


class RunInterrupted(ProblemError):
    """503: The sandbox was lost."""

    code = "run-interrupted"


class WorkTimeout(ProblemError):
    """504: Not finished in time."""

    code = "work-timeout"


class DependencyAway(ProblemError):
    """503: Dependency unavailable."""

    code = "dependency-away"


BY_CODE: dict[str, type[ProblemError]] = {
    "malformed-request": MalformedRequest,
    "malformed-body": MalformedBody,
    "unauthenticated": Unauthenticated,
    "sender-refused": SenderRefused,
    "scope-missing": ScopeMissing,
    "csrf-refused": CsrfRefused,
    "model-not-allowed": ModelNotAllowed,
    "second-person-needed": SecondPersonNeeded,
    "role-missing": RoleMissing,
    "another-person-needed": AnotherPersonNeeded,
    "not-found": NotFound,
    "method-not-allowed": MethodNotAllowed,
    "request-timeout": RequestTimeout,
    "idempotency-in-flight": IdempotencyInFlight,
    "run-not-ended": RunNotEnded,
    "answered-otherwise": AnsweredOtherwise,
    "sandbox-ended": SandboxEnded,
    "not-suspended": NotSuspended,
    "already-rotated": AlreadyRotated,
    "connector-taken": ConnectorTaken,
    "record-in-use": RecordInUse,
    "payout-not-queued": PayoutNotQueued,
    "review-claimed": ReviewClaimed,
    "review-closed": ReviewClosed,
    "review-impossible": ReviewImpossible,
    "amount-changed": AmountChanged,
    "rule-set-state": RuleSetState,
    "bounds-not-met": BoundsNotMet,
    "not-sent-back": NotSentBack,
    "person-exists": PersonExists,
    "webhook-disabled": WebhookDisabled,
    "webhook-limit": WebhookLimit,
    "page-not-maskable": PageNotMaskable,
    "document-erased": DocumentErased,
    "run-ended": RunEnded,
    "body-too-large": BodyTooLarge,
    "unsupported-media-type": UnsupportedMediaType,
    "expectation-failed": ExpectationFailed,
    "invalid-request": InvalidRequest,
    "import-refused": ImportRefused,
    "idempotency-key-reused": IdempotencyKeyReused,
    "suspended": Suspended,
    "rate-limited": RateLimited,
    "headers-too-large": HeadersTooLarge,
    "internal": Internal,
    "no-model-provider": NoModelProvider,
    "no-identity-provider": NoIdentityProvider,
    "ledger-broken": LedgerBroken,
    "model-failed": ModelFailed,
    "sandboxes-busy": SandboxesBusy,
    "run-interrupted": RunInterrupted,
    "work-timeout": WorkTimeout,
    "dependency-away": DependencyAway,
}
