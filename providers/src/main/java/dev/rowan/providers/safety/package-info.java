/// Azure AI Content Safety: text analysis and prompt shield, read strictly.
@NullMarked
package dev.rowan.providers.safety;

import org.jspecify.annotations.NullMarked;
