package dev.rowan.api.plugin;

import dev.rowan.api.text.FieldPath;
import java.util.Set;

/// A transform that lets a row pass only when it has checked its text and found nothing wrong.
public interface Guardrail {

    /// The places whose text it checks; [FieldPath#ROW] when it checks all of a row.
    Set<FieldPath> checkedFields();
}
