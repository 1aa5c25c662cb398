package dev.rowan.parquet;

import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/// Lists and maps in schemas, by the rules of the format for older writers.
final class NestedTypes {
    private NestedTypes() {}

    static boolean isList(GroupType group) {
        return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation && hasOneRepeated(group);
    }

    static boolean isMap(GroupType group) {
        return (group.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
                        || group.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation)
                && hasOneRepeated(group)
                && !group.getType(0).isPrimitive()
                && group.getType(0).asGroupType().getFieldCount() == 2;
    }

    private static boolean hasOneRepeated(GroupType group) {
        return group.getFieldCount() == 1 && group.getType(0).isRepetition(Type.Repetition.REPEATED);
    }

    /// Whether the repeated field is the element itself.
    static boolean isTwoLevel(GroupType list) {
        Type repeated = list.getType(0);
        return repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() != 1
                || repeated.getName().equals("array")
                || repeated.getName().equals(list.getName() + "_tuple");
    }

    static Type element(GroupType list) {
        Type repeated = list.getType(0);
        return isTwoLevel(list) ? repeated : repeated.asGroupType().getType(0);
    }
}
