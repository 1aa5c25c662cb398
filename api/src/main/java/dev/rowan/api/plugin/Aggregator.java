package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import java.util.List;
import java.util.Optional;

/// Makes rows of groups of rows. The same members in the same order always give the same rows: a replay runs it
/// again. It has no calls and no clock.
///
/// Owned by one thread; many groups may be open at once.
public interface Aggregator {

    /// Begins an empty group.
    Group begin();

    /// A group that is being filled. The engine may fill it only when the group ends.
    interface Group {

        /// Adds the next member, or returns why it cannot be aggregated: the group then is as before and goes
        /// on without it, and the reason ends by the `on_error` of the aggregate.
        Optional<Reason> add(Row member);

        /// The rows of the group, each a row of its own behind the aggregate; called once, after the last
        /// member. An error concerns the whole group.
        TransformResult close();
    }

    /// The fields of its rows if its members have the fields `input`. By default they may have any.
    default RowFields outputFields(RowFields input) {
        return RowFields.UNKNOWN;
    }

    /// The fields that the settings name and every member must have. Mismatches are reported before the first
    /// row if the fields are known.
    default List<FieldUse> fieldUses() {
        return List.of();
    }
}
