-- Of a comparison of two systems, which lies beside the trees that it is of: the second of them. Null of a tree.
ALTER TABLE trees ADD compared_with text;
