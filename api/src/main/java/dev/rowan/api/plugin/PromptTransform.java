package dev.rowan.api.plugin;

import dev.rowan.api.text.FieldPath;
import java.util.Set;

/// A transform that sends parts of a row to a model.
public interface PromptTransform {

    /// The paths of the values in its prompts; [FieldPath#ROW] if they contain the whole row.
    Set<FieldPath> promptFields();
}
