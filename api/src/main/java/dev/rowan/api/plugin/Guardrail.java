package dev.rowan.api.plugin;

import dev.rowan.api.text.FieldPath;
import java.util.Set;

/// A transform that lets a row pass only after checking its text.
public interface Guardrail {

    /// The paths of the checked text; [FieldPath#ROW] if it checks the whole row.
    Set<FieldPath> checkedFields();
}
