package dev.rowan.api.plugin;

import dev.rowan.api.text.FieldPath;
import java.util.Set;

/// A transform that shows parts of a row to a model.
public interface PromptTransform {

    /// The places whose values its prompts show; [FieldPath#ROW] when they show all of a row.
    Set<FieldPath> promptFields();
}
