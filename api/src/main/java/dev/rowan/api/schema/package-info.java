@org.jspecify.annotations.NullMarked
package dev.rowan.api.schema;
