package dev.rowan.landscape.verify;

import dev.rowan.api.secret.Secret;
import dev.rowan.landscape.seal.VerifyingKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a run's record is held against, beside itself.
///
/// `kept` are heads from outside the database. With a `key`, the last head and every kept one must be signed by it.
/// `mostOpen` is how many calls may be open when a process dies (I7) and `unknownResends` how often a call may be sent
/// again after its reply was lost (I8), where the record does not say it. `bill` and `secrets` are known to tests.
public record Against(
        List<KeptHead> kept,
        Optional<VerifyingKey> key,
        OptionalInt mostOpen,
        OptionalInt unknownResends,
        Optional<Bill> bill,
        List<Secret> secrets) {

    public Against {
        kept = List.copyOf(kept);
        secrets = List.copyOf(secrets);
    }

    /// The record alone.
    public static Against itself() {
        return new Against(
                List.of(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), List.of());
    }

    public Against with(List<KeptHead> heads) {
        return new Against(heads, key, mostOpen, unknownResends, bill, secrets);
    }

    public Against with(VerifyingKey signer) {
        return new Against(kept, Optional.of(signer), mostOpen, unknownResends, bill, secrets);
    }

    public Against with(Bill charged) {
        return new Against(kept, key, mostOpen, unknownResends, Optional.of(charged), secrets);
    }

    public Against hiding(List<Secret> hidden) {
        return new Against(kept, key, mostOpen, unknownResends, bill, hidden);
    }

    public Against mostOpen(int calls) {
        return new Against(kept, key, OptionalInt.of(calls), unknownResends, bill, secrets);
    }

    public Against unknownResends(int limit) {
        return new Against(kept, key, mostOpen, OptionalInt.of(limit), bill, secrets);
    }
}
